package dev.belfry.alerting.push;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The devices of persons, as the sender of messages uses them. */
public final class PushDevices {
  private final PushDeviceStore store;
  private final InstantSource clock;

  /** Creates it; {@code sealer} unseals the subscriptions. */
  public PushDevices(Database database, Sealer sealer, InstantSource clock) {
    this.store = new PushDeviceStore(database, sealer);
    this.clock = clock;
  }

  /**
   * The devices of a member of an account, without those that cannot be unsealed; empty when the
   * person is no member.
   */
  public Future<Optional<List<PushDevice>>> of(UUID account, UUID person) {
    return store.recipient(account, person);
  }

  /**
   * The members of the team that a channel tells, with their devices; empty when the account has no
   * such team.
   *
   * @param channel whose quiet hours go before those of persons
   */
  public Future<Optional<List<TeamPerson>>> ofTeam(UUID account, UUID team, long channel) {
    return store.team(account, team, channel);
  }

  /**
   * Writes down what became of a message.
   *
   * @param took devices whose push services have it
   * @param failed devices whose push services refused it or did not answer
   * @param gone devices that their push services no longer know; they are removed
   */
  public Future<Void> mark(Collection<UUID> took, Collection<UUID> failed, Collection<UUID> gone) {
    Future<Void> forgotten = gone.isEmpty() ? Future.succeededFuture() : store.forget(gone);
    return took.isEmpty() && failed.isEmpty()
        ? forgotten
        : forgotten.compose(
            done -> store.mark(took, failed, clock.instant().atOffset(ZoneOffset.UTC)));
  }
}
