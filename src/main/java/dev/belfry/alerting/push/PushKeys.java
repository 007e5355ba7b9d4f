package dev.belfry.alerting.push;

import com.interaso.webpush.VapidKeys;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The key pair by which push services know the installation (VAPID). The instance that needs it
 * first makes it. Confined to the event loop of its database.
 */
public final class PushKeys {
  private static final String READ = "SELECT public_key, private_key FROM push_keys";

  private static final String MAKE =
      """
      INSERT INTO push_keys (public_key, private_key, created_at) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING""";

  private static final String RENEW =
      "UPDATE push_keys SET private_key = $2 WHERE private_key = $1";

  private static final SealContext PLACE =
      new SealContext("push_keys.private_key", new UUID(0, 0), "");

  private final Database database;
  private final Sealer sealer;
  private final InstantSource clock;
  private @Nullable VapidKeys known;

  /** Creates it; {@code sealer} seals the private key. */
  public PushKeys(Database database, Sealer sealer, InstantSource clock) {
    this.database = database;
    this.sealer = sealer;
    this.clock = clock;
  }

  /** The public key in Base64 for URLs, as browsers take it. */
  Future<String> publicKey() {
    return read()
        .map(
            keys ->
                Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(keys.getApplicationServerKey()));
  }

  /** The pair. Fails with an {@code UnsealException} when the sealing key was lost. */
  Future<VapidKeys> read() {
    VapidKeys ready = known;
    return ready != null
        ? Future.succeededFuture(ready)
        : stored()
            .compose(found -> found.map(Future::succeededFuture).orElseGet(this::made))
            .map(
                keys -> {
                  known = keys;
                  return keys;
                });
  }

  private Future<VapidKeys> made() {
    VapidKeys keys = VapidKeys.generate();
    return database
        .change(
            MAKE,
            Tuple.of(
                keys.getX509PublicKey(),
                sealer.seal(PLACE, keys.getPkcs8PrivateKey()),
                clock.instant().atOffset(ZoneOffset.UTC)))
        .compose(done -> stored())
        .map(Optional::orElseThrow);
  }

  private Future<Optional<VapidKeys>> stored() {
    return database
        .query(READ, Tuple.tuple())
        .compose(
            rows ->
                Rows.first(rows, row -> row)
                    .map(row -> renewed(row).map(done -> Optional.of(keys(row))))
                    .orElse(Future.succeededFuture(Optional.empty())));
  }

  private VapidKeys keys(Row row) {
    return VapidKeys.create(row.getString(0), sealer.unseal(PLACE, row.getString(1)));
  }

  /** Seals the private key with the key in force. */
  private Future<Void> renewed(Row row) {
    String stored = row.getString(1);
    String sealed = sealer.renew(PLACE, stored);
    return sealed.equals(stored)
        ? Future.succeededFuture()
        : database.change(RENEW, Tuple.of(stored, sealed)).mapEmpty();
  }
}
