package dev.belfry.account.audit;

import static java.util.Map.entry;

import dev.belfry.testing.CheckSamples;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What each operation that writes leaves in the audit log; a new one has to be named here. */
final class AuditedWrites {
  /** Type and action of the entry an operation must leave. */
  static final Map<String, String> LEAVES =
      Map.ofEntries(
          entry("deleteCheck", "check DELETE"),
          entry("createCheckGroup", "check-group CREATE"),
          entry("createCheckGroupV2", "check-group CREATE"),
          entry("updateCheckGroup", "check-group UPDATE"),
          entry("updateCheckGroupV2", "check-group UPDATE"),
          entry("deleteCheckGroup", "check-group DELETE"),
          entry("createAlertChannel", "alert-channel CREATE"),
          entry("updateAlertChannel", "alert-channel UPDATE"),
          entry("deleteAlertChannel", "alert-channel DELETE"),
          entry("subscribeAlertChannel", "alert-channel-subscription UPDATE"),
          entry("createIncident", "incident CREATE"),
          entry("updateIncident", "incident UPDATE"),
          entry("patchIncident", "incident UPDATE"),
          entry("deleteIncident", "incident DELETE"),
          entry("createIncidentUpdate", "incident-update CREATE"),
          entry("updateIncidentUpdate", "incident-update UPDATE"),
          entry("deleteIncidentUpdate", "incident-update DELETE"),
          entry("createService", "status-page-service CREATE"),
          entry("updateService", "status-page-service UPDATE"),
          entry("deleteService", "status-page-service DELETE"),
          entry("createStatusPage", "status-page CREATE"),
          entry("updateStatusPage", "status-page UPDATE"),
          entry("deleteStatusPage", "status-page DELETE"),
          entry("createStatusPageKey", "status-page-key CREATE"),
          entry("deleteStatusPageKey", "status-page-key DELETE"),
          entry("createSubscription", "status-page-subscription CREATE"),
          entry("createSubscriptions", "status-page-subscription CREATE"),
          entry("deleteSubscription", "status-page-subscription DELETE"),
          entry("createPrivateLocation", "private-location CREATE"),
          entry("updatePrivateLocation", "private-location UPDATE"),
          entry("deletePrivateLocation", "private-location DELETE"),
          entry("createPrivateLocationKey", "private-location-key CREATE"),
          entry("deletePrivateLocationKey", "private-location-key DELETE"),
          entry("updateOwnMember", "invitation UPDATE"),
          entry("updateAccountMember", "invitation UPDATE"),
          entry("removeOwnMember", "invitation DELETE"),
          entry("removeAccountMember", "invitation DELETE"),
          entry("createApiKey", "api-key CREATE"),
          entry("revokeApiKey", "api-key UPDATE"),
          entry("inviteMember", "invitation CREATE"),
          entry("createClientCertificate", "client-certificate CREATE"),
          entry("deleteClientCertificate", "client-certificate DELETE"),
          entry("createCheckTrigger", "trigger CREATE"),
          entry("deleteCheckTrigger", "trigger DELETE"),
          entry("createGroupTrigger", "trigger CREATE"),
          entry("deleteGroupTrigger", "trigger DELETE"),
          entry("createVariable", "variable CREATE"),
          entry("updateVariable", "variable UPDATE"),
          entry("deleteVariable", "variable DELETE"),
          entry("createMaintenanceWindow", "maintenance-window CREATE"),
          entry("createObjective", "objective CREATE"),
          entry("updateObjective", "objective UPDATE"),
          entry("deleteObjective", "objective DELETE"),
          entry("createOnCallSchedule", "on-call-schedule CREATE"),
          entry("updateOnCallSchedule", "on-call-schedule UPDATE"),
          entry("deleteOnCallSchedule", "on-call-schedule DELETE"),
          entry("createOnCallOverride", "on-call-schedule UPDATE"),
          entry("deleteOnCallOverride", "on-call-schedule UPDATE"),
          entry("createTeam", "team CREATE"),
          entry("updateTeam", "team UPDATE"),
          entry("deleteTeam", "team DELETE"),
          entry("updateMaintenanceWindow", "maintenance-window UPDATE"),
          entry("deleteMaintenanceWindow", "maintenance-window DELETE"),
          entry("restoreDeletedResource", "status-page-service CREATE"),
          entry("deployProject", "project CREATE"),
          entry("deployProjectAtOnce", "project CREATE"),
          entry("destroyProject", "project DELETE"),
          entry("deleteProject", "project DELETE"));

  /**
   * They ask for runs and messages, or stop them, or are about the caller alone. Of those that only
   * persons may use, {@code SignInAuditIT} shows what they leave.
   */
  static final List<String> LEAVE_NOTHING =
      List.of(
          "testAlertChannel",
          "resendAlertNotifications",
          "resendAlertNotification",
          "createAlertAction",
          "createAlertGroupAction",
          "uploadCodeBundle",
          "uploadFile",
          "runTestSession",
          "triggerTestSession",
          "cancelTestSession",
          "triggerCheckSessions",
          "triggerCheckSessionsV1",
          "cancelCheckSession",
          "cancelDeployment",
          "switchSession",
          "removeSession",
          "changePassword",
          "updateSignInPolicy",
          "updateOwnProfile",
          "updateOwnPhone",
          "removeOwnPhone",
          "requestPhoneCode",
          "confirmOwnPhone",
          "beginSecondFactor",
          "confirmSecondFactor",
          "removeSecondFactor",
          "createRecoveryCodes",
          "registerOwnDevice",
          "removeOwnDevice");

  /** They need no key; {@code SubscriberActsIT} shows those that change something. */
  static final List<String> OF_ANYBODY =
      List.of(
          "confirmSubscription",
          "unsubscribe",
          "changeSubscriptionSettings",
          "acknowledgeAlert",
          "receivePagerDutyEvent",
          "receiveOpsgenieAction",
          "subscribeToStatusPage",
          "runCheckByTriggerPost",
          "runGroupByTriggerPost",
          "startSession",
          "acceptInvitation",
          "endSession");

  private AuditedWrites() {}

  /** Type and action of the entry that an operation must leave; null for none. */
  static @Nullable String left(String operation) {
    if (CheckSamples.made(operation).isPresent()) {
      return "check CREATE";
    }
    return CheckSamples.changed(operation).isPresent() ? "check UPDATE" : LEAVES.get(operation);
  }

  static boolean leavesNothing(String operation) {
    return LEAVE_NOTHING.contains(operation) || CheckSamples.isTest(operation);
  }
}
