package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceIds;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.Violation;
import dev.belfry.statuspages.domain.DomainPolicy;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Deploys status pages of a project: the body of a page without the ids of its cards. Updated pages
 * keep their subscribers, and their cards keep their ids ({@link CardPlan}).
 */
public final class PageResource implements DeployableResource {
  private final StatusPageStore store;
  private final CardStore cards = new CardStore();
  private final Ids ids;
  private final DomainPolicy domains;

  /**
   * Creates it; {@code ids} makes the ids of pages and cards.
   *
   * @param domains tells which domains pages may have
   */
  public PageResource(Database database, Ids ids, DomainPolicy domains) {
    this.store = new StatusPageStore(database);
    this.ids = ids;
    this.domains = domains;
  }

  @Override
  public ResourceType type() {
    return ResourceType.STATUS_PAGE;
  }

  @Override
  public Map<String, ResourceType> references() {
    return Map.of("/cards/*/services/*", ResourceType.SERVICE);
  }

  @Override
  public ObjectNode document(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    return PageDocument.of(payload, bodies, violations, domains);
  }

  @Override
  public Future<List<String>> nextIds(SqlConnection connection, int count) {
    return ResourceIds.next(ids, count);
  }

  @Override
  public Future<Map<String, ObjectNode>> read(
      SqlConnection connection, UUID account, Collection<String> pages, boolean lock) {
    UUID[] asked = ResourceIds.guids(pages);
    Future<Void> ready = lock ? store.lock(connection, account, asked) : Future.succeededFuture();
    return ready
        .compose(locked -> store.settings(connection, account, asked))
        .compose(
            settings ->
                cards
                    .known(connection, account, settings.keySet())
                    .map(known -> documents(settings, known)));
  }

  private static Map<String, ObjectNode> documents(
      Map<UUID, ObjectNode> settings, Map<UUID, List<PageCard>> known) {
    Map<String, ObjectNode> documents = new LinkedHashMap<>();
    settings.forEach(
        (page, stored) ->
            documents.put(
                page.toString(),
                StatusPageCodec.document(stored, known.getOrDefault(page, List.of()))));
    return documents;
  }

  /** One problem for each url that another page has, or domain that another of the account has. */
  @Override
  public Future<List<Problem>> problems(
      SqlConnection connection, UUID account, DesiredState desired) {
    List<DesiredResource> pages = desired.items(type());
    if (pages.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    PageAddressRules addresses = new PageAddressRules(pages);
    UUID[] ours =
        ResourceIds.guids(
            Stream.concat(pages.stream().map(DesiredResource::id), desired.removed(type()).stream())
                .toList());
    return store
        .taken(connection, account, addresses.urls(), addresses.domains(), ours)
        .map(taken -> addresses.problems(taken.urls(), taken.domains()));
  }

  @Override
  public Future<Void> insert(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    Map<UUID, StatusPageDraft> drafts = drafts(items);
    return store
        .insert(connection, account, settings(drafts), now)
        .compose(inserted -> cards.replace(connection, account, identified(drafts, Map.of()), now));
  }

  @Override
  public Future<Void> update(
      SqlConnection connection, UUID account, List<DesiredResource> items, OffsetDateTime now) {
    Map<UUID, StatusPageDraft> drafts = drafts(items);
    return store
        .park(connection, account, ResourceIds.guids(PageAddressRules.changed(items)))
        .compose(parked -> store.replace(connection, account, settings(drafts), now))
        .compose(replaced -> cards.known(connection, account, drafts.keySet()))
        .compose(known -> cards.replace(connection, account, identified(drafts, known), now));
  }

  private static Map<UUID, StatusPageDraft> drafts(List<DesiredResource> items) {
    Map<UUID, StatusPageDraft> drafts = new LinkedHashMap<>();
    items.forEach(
        item -> drafts.put(UUID.fromString(item.id()), StatusPageCodec.draft(item.document())));
    return drafts;
  }

  private static Map<UUID, ObjectNode> settings(Map<UUID, StatusPageDraft> drafts) {
    Map<UUID, ObjectNode> settings = new LinkedHashMap<>();
    drafts.forEach((page, draft) -> settings.put(page, StatusPageCodec.stored(draft.settings())));
    return settings;
  }

  private Map<UUID, List<PageCard>> identified(
      Map<UUID, StatusPageDraft> drafts, Map<UUID, List<PageCard>> known) {
    Map<UUID, List<PageCard>> identified = new LinkedHashMap<>();
    drafts.forEach(
        (page, draft) ->
            identified.put(
                page,
                CardPlan.identified(
                    draft.cards(), known.getOrDefault(page, List.of()), ids::next)));
    return identified;
  }

  @Override
  public Future<Void> delete(SqlConnection connection, UUID account, Collection<String> pages) {
    return store.delete(connection, account, ResourceIds.guids(pages));
  }
}
