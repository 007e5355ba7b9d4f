package dev.belfry.account.people;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import dev.belfry.account.people.SignInBackOff.Attempt;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Hashes and checks passwords with Argon2id, each with 19 MiB, on threads of its own and with a
 * short queue. Strangers can fill the queue, so the threads are a quarter of the processors, and
 * one at least. All event loops of a process share it. Safe for every thread.
 */
public final class Passwords {
  /** The least that OWASP recommends for Argon2id: KiB, passes, lanes. */
  private static final int MEMORY = 19_456;

  private static final int PASSES = 2;
  private static final int LANES = 1;
  private static final int HASH_BYTES = 32;
  private static final int SALT_BYTES = 16;

  private static final int PROCESSORS_PER_THREAD = 4;
  private static final int MOST_WAITING = 32;

  /** Stands for the password of a person who is not there, and takes as long to check. */
  private static final String NOBODY =
      "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA"
          + "$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private final WorkerExecutor workers;
  private final SecureRandom random;
  private final SignInBackOff backOff;
  private final AtomicInteger underWay = new AtomicInteger();

  /**
   * @param random makes salts
   */
  public Passwords(Vertx vertx, SecureRandom random, InstantSource clock) {
    this.workers = vertx.createSharedWorkerExecutor("belfry-passwords", threads());
    this.random = random;
    this.backOff = new SignInBackOff(clock);
  }

  private static int threads() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / PROCESSORS_PER_THREAD);
  }

  /**
   * Whether a password is that of a hash. It counts as an attempt until {@link #succeeded}. Fails
   * with a 429 when the network tries this person's password too often, or when too many wait.
   *
   * @param network where the attempt comes from
   * @param hash null for a person who is not there
   */
  Future<Boolean> check(String email, String network, String password, @Nullable String hash) {
    if (!enter()) {
      return busy(); // Before the attempt counts: others may have filled the queue.
    }
    Attempt attempt = new Attempt(email, network);
    long wait = backOff.begin(attempt);
    if (wait > 0) {
      underWay.decrementAndGet();
      return Future.failedFuture(
          ApiException.tooMany("Too many wrong passwords; try again in " + wait + " s", wait));
    }
    return onWorker(() -> matches(password, hash == null ? NOBODY : hash) && hash != null);
  }

  /**
   * Forgets the attempts of a network for a person, after everything that was asked for was right:
   * a right password alone would let guesses of the second factor begin anew.
   */
  void succeeded(String email, String network) {
    backOff.succeeded(new Attempt(email, network));
  }

  /** The text that is stored of a new password. Fails with a 429 when too many wait. */
  Future<String> hash(String password) {
    return enter() ? onWorker(() -> hashed(password)) : busy();
  }

  /** Takes a place in the queue, unless it is full. */
  private boolean enter() {
    if (underWay.incrementAndGet() <= MOST_WAITING) {
      return true;
    }
    underWay.decrementAndGet();
    return false;
  }

  private static <T> Future<T> busy() {
    return Future.failedFuture(new ApiException(ApiError.TOO_MANY_REQUESTS));
  }

  private <T> Future<T> onWorker(Callable<T> work) {
    return workers.executeBlocking(work, false).onComplete(done -> underWay.decrementAndGet());
  }

  private String hashed(String password) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return Argon2Function.getInstance(MEMORY, PASSES, LANES, HASH_BYTES, Argon2.ID)
        .hash(password.getBytes(StandardCharsets.UTF_8), salt)
        .getResult();
  }

  /** The parameters stand in the hash, so that they can grow. */
  private static boolean matches(String password, String hash) {
    return Argon2Function.getInstanceFromHash(hash)
        .check(password.getBytes(StandardCharsets.UTF_8), hash.getBytes(StandardCharsets.UTF_8));
  }
}
