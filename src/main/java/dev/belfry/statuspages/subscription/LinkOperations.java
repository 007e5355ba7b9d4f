package dev.belfry.statuspages.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.LinkPage;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.Violation;
import dev.belfry.statuspages.subscription.SettingsStore.Settings;
import dev.belfry.statuspages.subscription.SubscriptionTokens.Purpose;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The operations behind the links in messages to subscribers; a token authorizes each call. */
public final class LinkOperations {
  private final LinkStore store;
  private final SettingsStore settings;
  private final SubscriptionTokens tokens;

  /** Creates the operations. */
  public LinkOperations(Database database, SubscriptionLinks links, InstantSource clock) {
    this.store = new LinkStore(database, links);
    this.settings = new SettingsStore(database, store, clock);
    this.tokens = links.tokens();
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("showConfirmation", this::showConfirmation)
        .add("confirmSubscription", this::confirmSubscription)
        .add("showUnsubscription", this::showUnsubscription)
        .add("unsubscribe", this::unsubscribe)
        .add("changeSubscriptionSettings", this::changeSettings);
  }

  Future<ApiResponse> showConfirmation(ApiRequest request) {
    return genuine(
        request,
        Purpose.CONFIRM,
        id -> store.find(id).map(found -> answer(found.map(LinkTexts::confirm))));
  }

  Future<ApiResponse> confirmSubscription(ApiRequest request) {
    return genuine(
        request,
        Purpose.CONFIRM,
        id -> store.confirm(id).map(found -> answer(found.map(LinkTexts::confirmed))));
  }

  Future<ApiResponse> showUnsubscription(ApiRequest request) {
    return genuine(
        request,
        Purpose.UNSUBSCRIBE,
        id ->
            settings
                .find(id)
                .map(found -> ok(found.map(SettingsPage::of).orElseGet(LinkTexts::unsubscribed))));
  }

  Future<ApiResponse> unsubscribe(ApiRequest request) {
    return genuine(
        request,
        Purpose.UNSUBSCRIBE,
        id -> store.delete(id).map(found -> ok(LinkTexts.unsubscribed())));
  }

  Future<ApiResponse> changeSettings(ApiRequest request) {
    return genuine(
        request,
        Purpose.UNSUBSCRIBE,
        id ->
            settings
                .find(id)
                .compose(
                    found ->
                        found
                            .map(known -> change(id, known, request.body()))
                            .orElseGet(
                                () -> Future.succeededFuture(ok(LinkTexts.unsubscribed())))));
  }

  private Future<ApiResponse> change(UUID id, Settings known, ObjectNode form) {
    Optional<ChoiceDraft> draft = ChoiceForm.read(form);
    if (draft.isEmpty()) {
      return refused("The form is incomplete.");
    }
    List<Violation> violations = draft.get().violations(known.type());
    if (!violations.isEmpty()) {
      return refused(
          violations.get(0).path().equals("/" + ChoiceDraft.TIMEZONE)
              ? "There is no such time zone. Enter a name such as Europe/Berlin or UTC."
              : "The form is incomplete.");
    }
    SubscriptionChoice wanted = draft.get().choice();
    SubscriptionChoice shown = known.shown(wanted);
    if (shown.services() != null && shown.services().isEmpty()) {
      return refused("The page no longer shows the services that you ticked.");
    }
    return settings.change(id, shown).map(done -> ok(SettingsPage.saved(known.known())));
  }

  private static Future<ApiResponse> refused(String problem) {
    return Future.succeededFuture(SettingsPage.refused(problem).answer(400));
  }

  private Future<ApiResponse> genuine(
      ApiRequest request, Purpose purpose, Function<UUID, Future<ApiResponse>> work) {
    return tokens
        .verify(purpose, request.optionalText("token").orElse(""))
        .map(work)
        .orElseGet(() -> Future.succeededFuture(answer(Optional.empty())));
  }

  private static ApiResponse answer(Optional<LinkPage> page) {
    return page.map(LinkOperations::ok).orElseGet(() -> LinkTexts.missing().answer(404));
  }

  private static ApiResponse ok(LinkPage page) {
    return page.answer(200);
  }
}
