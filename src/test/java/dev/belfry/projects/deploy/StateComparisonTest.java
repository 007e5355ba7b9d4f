package dev.belfry.projects.deploy;

import static dev.belfry.api.resource.ResourceType.ALERT_CHANNEL;
import static dev.belfry.api.resource.ResourceType.CHECK;
import static dev.belfry.api.resource.ResourceType.CHECK_GROUP;
import static dev.belfry.api.resource.ResourceType.SUBSCRIPTION;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StateComparisonTest {
  private static final String GUID = "019cad93-2e60-7000-8000-00000000002a";
  private static final String HOME = "{\"name\":\"Home\"}";
  private static final String STORED = "{\"name\":\"Home\",\"frequency\":10}";

  @Test
  void whatIsAsItShouldBeIsNotWritten() {
    Plan plan =
        new DeployFixture()
            .has(CHECK, "home", GUID, "{\"frequency\":10.0,\"name\":\"Home\"}")
            .wants(CHECK, "home", GUID, HOME)
            .plan(false);
    assertThat(plan.changes()).isEmpty();
    assertThat(plan.written()).isEmpty();
    assertThat(plan.forgotten()).isEmpty();
  }

  @Test
  void aChangeIsShownPropertyByProperty() {
    assertThat(
            new DeployFixture()
                .has(CHECK, "home", GUID, "{\"name\":\"Old\",\"frequency\":10,\"a\":{\"b\":1}}")
                .wants(CHECK, "home", GUID, "{\"name\":\"Home\",\"a\":{\"b\":2}}")
                .shown(false))
        .isEqualTo(
            "[{\"type\":\"check\",\"logicalId\":\"home\",\"physicalId\":\""
                + GUID
                + "\",\"action\":\"UPDATE\",\"changes\":["
                + "{\"path\":\"/a/b\",\"from\":1,\"to\":2},"
                + "{\"path\":\"/name\",\"from\":\"Old\",\"to\":\"Home\"}]}]");
  }

  @Test
  void aSecretIsNeverShownNeitherTheOldNorTheNew() {
    String shown =
        new DeployFixture()
            .has(CHECK, "home", GUID, "{\"name\":\"Home\",\"frequency\":10,\"secret\":\"old!\"}")
            .wants(CHECK, "home", GUID, "{\"name\":\"Home\",\"secret\":\"new!\"}")
            .wants(CHECK, "shop", GUID, "{\"name\":\"Shop\",\"secret\":\"newer!\"}")
            .shown(false);
    assertThat(shown).contains("/secret").contains("****").doesNotContain("!");
  }

  @Test
  void whatIsGoneFromTheProjectIsDeletedOrKept() {
    DeployFixture desk =
        new DeployFixture().has(CHECK, "home", GUID, STORED).had(CHECK, "lost", "x");
    Plan deleting = desk.plan(false);
    assertThat(deleting.changes()).extracting(Change::action).containsExactly(Action.DELETE);
    assertThat(deleting.desired().removed(CHECK)).containsExactly(GUID);
    assertThat(deleting.forgotten()).hasSize(2);
    Plan keeping = desk.plan(true);
    assertThat(keeping.changes()).extracting(Change::action).containsExactly(Action.DETACHED);
    assertThat(keeping.desired().removed(CHECK)).isEmpty();
    assertThat(keeping.forgotten()).hasSize(2);
  }

  @Test
  void whatIsReferredToByItsIdStays() {
    Plan plan =
        new DeployFixture()
            .has(CHECK_GROUP, "web", "7", STORED)
            .refersTo(CHECK_GROUP, "7")
            .plan(false, new ResourceKey(CHECK_GROUP, "7"));
    assertThat(plan.changes()).extracting(Change::action).containsExactly(Action.DETACHED);
  }

  @Test
  void theProjectsOwnResourcesAreCalledByTheirNames() {
    assertThat(
            new DeployFixture()
                .has(CHECK_GROUP, "old", "6", STORED)
                .wants(CHECK_GROUP, "web", "7", "{\"name\":\"Web\"}")
                .has(CHECK, "home", GUID, "{\"name\":\"Home\",\"frequency\":10,\"groupId\":6}")
                .wants(CHECK, "home", GUID, "{\"name\":\"Home\",\"groupId\":{\"ref\":\"web\"}}")
                .shown(false))
        .contains("{\"path\":\"/groupId\",\"from\":{\"ref\":\"old\"},\"to\":{\"ref\":\"web\"}}");
  }

  @Test
  void aSubscriptionIsShownInItsCheck() {
    DeployFixture desk =
        new DeployFixture()
            .has(CHECK, "home", GUID, STORED)
            .wants(CHECK, "home", GUID, HOME)
            .wants(ALERT_CHANNEL, "ops", "5", "{\"name\":\"Ops\"}")
            .has(ALERT_CHANNEL, "ops", "5", "{\"name\":\"Ops\",\"frequency\":10}")
            .wants(
                SUBSCRIPTION,
                "s",
                "9",
                "{\"alertChannelId\":{\"ref\":\"ops\"},\"checkId\":{\"ref\":\"home\"},"
                    + "\"groupId\":null,\"activated\":true}");
    assertThat(desk.shown(false))
        .isEqualTo(
            "[{\"type\":\"check\",\"logicalId\":\"home\",\"physicalId\":\""
                + GUID
                + "\",\"action\":\"UPDATE\",\"changes\":[{\"path\":"
                + "\"/alertChannelSubscriptions/ops\",\"from\":null,\"to\":true}]}]");
    assertThat(desk.plan(false).inserts(SUBSCRIPTION)).hasSize(1);
  }

  @Test
  void twoPlansThatDoTheSameHaveOneDigest() {
    DeployFixture one = new DeployFixture().wants(CHECK, "home", GUID, HOME);
    DeployFixture other =
        new DeployFixture().wants(CHECK, "home", "019cad93-2e60-7000-8000-0000000000ff", HOME);
    DeployFixture third = new DeployFixture().wants(CHECK, "home", GUID, "{\"name\":\"House\"}");
    assertThat(DiffView.of(one.plan(false)).digest())
        .isEqualTo(DiffView.of(other.plan(false)).digest())
        .isNotEqualTo(DiffView.of(third.plan(false)).digest());
  }
}
