package dev.belfry.monitoring.channel;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Alert channels as a project describes them; their subscriptions are resources of their own. */
public final class ChannelResource implements DeployableResource {
  private final ChannelDeployStore store;
  private final ChannelAvailability availability;

  public ChannelResource(Sealer sealer, ChannelAvailability availability) {
    this.availability = availability;
    this.store = new ChannelDeployStore(new ChannelSecrets(sealer));
  }

  @Override
  public ResourceType type() {
    return ResourceType.ALERT_CHANNEL;
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    return ChannelDocument.ofPayload(payload, bodies, violations);
  }

  @Override
  public ObjectNode masked(ObjectNode document) {
    return ChannelDocument.masked(document);
  }

  /** Why nothing is sent to the channel. */
  @Override
  public String warning(ObjectNode document) {
    return availability.hindrance(requireNonNull(ChannelCodec.read(document).type().value()));
  }

  @Override
  public Future<List<String>> nextIds(SqlConnection connection, int count) {
    return store.nextIds(connection, count);
  }

  @Override
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> ids, boolean lock) {
    return store.read(connection, account, ids, lock);
  }

  @Override
  public Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    Map<String, ChannelMembers.Whom> all = new LinkedHashMap<>();
    for (DesiredResource item : desired.items(ResourceType.ALERT_CHANNEL)) {
      ChannelDraft channel = ChannelCodec.read(item.document());
      if (channel.type().value() == ChannelType.MEMBER) {
        all.put(item.logicalId(), ChannelMembers.Whom.of(requireNonNull(channel.config().value())));
      }
    }
    return all.isEmpty()
        ? Future.succeededFuture(List.of())
        : ChannelMembers.known(connection, account, all.values())
            .map(
                known ->
                    all.entrySet().stream()
                        .filter(one -> !known.contains(one.getValue().id()))
                        .map(
                            one ->
                                new Problem(
                                    ResourceType.ALERT_CHANNEL,
                                    one.getKey(),
                                    one.getValue().unknown()))
                        .toList());
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.insert(connection, account, items, now);
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    return store.update(connection, account, items, now);
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> ids) {
    return store.delete(connection, account, ids);
  }
}
