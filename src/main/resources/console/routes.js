// Addresses of the console: what each shows, and the groups of the menu.
import { Overview } from "./overview.js";
import { Monitors } from "./monitors.js";
import { Monitor } from "./monitor.js";
import { MonitorForm } from "./monitor-form.js";
import { AlertGroup } from "./alert-group.js";
import { AlertGroups } from "./alert-groups.js";
import { Alert, Alerts } from "./alerts.js";
import { Groups } from "./groups.js";
import { Incidents } from "./incidents.js";
import { Incident } from "./incident.js";
import { IncidentForm } from "./incident-form.js";
import { Channels } from "./channels.js";
import { ChannelForm } from "./channel-form.js";
import { Keys } from "./keys.js";
import { Members } from "./members.js";
import { Profile } from "./profile.js";
import { Audit } from "./audit.js";
import { Deleted } from "./deleted.js";
import { Deployment } from "./deployment.js";
import { Project, Projects } from "./deployments.js";
import { Group } from "./group.js";
import { Location } from "./location.js";
import { LocationForm, Locations } from "./locations.js";
import { Maintenance } from "./maintenance.js";
import { MaintenanceForm } from "./maintenance-form.js";
import { ObjectiveForm } from "./objective-form.js";
import { Objectives } from "./objectives.js";
import { OnCallForm } from "./on-call-form.js";
import { OnCallSchedule } from "./on-call-schedule.js";
import { OnCallSchedules } from "./on-call.js";
import { StatusPage } from "./page.js";
import { Pages } from "./pages.js";
import { Service } from "./service.js";
import { Services } from "./services.js";
import { Settings } from "./settings.js";
import { TeamForm } from "./team-form.js";
import { Teams } from "./teams.js";
import { TestSession } from "./test-session.js";
import { TestSessions } from "./test-sessions.js";
import { Variable, Variables } from "./variables.js";

export const ROUTES = [
  [/^\/?$/, Overview, "Overview"],
  [/^\/monitors$/, Monitors, "Monitors"],
  [/^\/monitors\/new$/, MonitorForm, "New monitor"],
  [/^\/monitors\/(?<id>[^/]+)$/, Monitor, "Monitor"],
  [/^\/monitors\/(?<id>[^/]+)\/edit$/, MonitorForm, "Edit monitor"],
  [/^\/alerts$/, Alerts, "Alerts"],
  [/^\/alerts\/groups$/, AlertGroups, "Groups of alerts"],
  [/^\/alerts\/groups\/(?<id>[^/]+)$/, AlertGroup, "Group of alerts"],
  [/^\/alerts\/(?<id>[^/]+)$/, Alert, "Alert"],
  [/^\/groups$/, Groups, "Groups"],
  [/^\/groups\/(?<id>[^/]+)$/, Group, "Group"],
  [/^\/incidents$/, Incidents, "Incidents"],
  [/^\/incidents\/new$/, IncidentForm, "New incident"],
  [/^\/incidents\/(?<id>[^/]+)$/, Incident, "Incident"],
  [/^\/channels$/, Channels, "Channels"],
  [/^\/channels\/new$/, ChannelForm, "New channel"],
  [/^\/channels\/(?<id>[^/]+)\/edit$/, ChannelForm, "Edit channel"],
  [/^\/on-call$/, OnCallSchedules, "On-call schedules"],
  [/^\/on-call\/new$/, OnCallForm, "New schedule"],
  [/^\/on-call\/(?<id>[^/]+)$/, OnCallSchedule, "On-call schedule"],
  [/^\/on-call\/(?<id>[^/]+)\/edit$/, OnCallForm, "Edit schedule"],
  [/^\/objectives$/, Objectives, "Objectives"],
  [/^\/objectives\/new$/, ObjectiveForm, "New objective"],
  [/^\/objectives\/(?<id>[^/]+)$/, ObjectiveForm, "Objective"],
  [/^\/keys$/, Keys, "Keys"],
  [/^\/members$/, Members, "Members"],
  [/^\/teams$/, Teams, "Teams"],
  [/^\/teams\/new$/, TeamForm, "New team"],
  [/^\/teams\/(?<id>[^/]+)$/, TeamForm, "Team"],
  [/^\/profile$/, Profile, "Profile"],
  [/^\/audit$/, Audit, "Audit log"],
  [/^\/deleted$/, Deleted, "Deleted"],
  [/^\/pages$/, Pages, "Status pages"],
  [/^\/pages\/new$/, StatusPage, "New status page"],
  [/^\/pages\/(?<id>[^/]+)$/, StatusPage, "Status page"],
  [/^\/services$/, Services, "Services"],
  [/^\/services\/(?<id>[^/]+)$/, Service, "Service"],
  [/^\/maintenance$/, Maintenance, "Maintenance"],
  [/^\/maintenance\/new$/, MaintenanceForm, "New maintenance"],
  [/^\/maintenance\/(?<id>[^/]+)$/, MaintenanceForm, "Maintenance"],
  [/^\/locations$/, Locations, "Private locations"],
  [/^\/locations\/new$/, LocationForm, "New location"],
  [/^\/locations\/(?<id>[^/]+)$/, Location, "Private location"],
  [/^\/variables$/, Variables, "Variables"],
  [/^\/variables\/new$/, Variable, "New variable"],
  [/^\/variables\/(?<variable>[^/]+)\/edit$/, Variable, "Variable"],
  [/^\/deployments$/, Projects, "Deployments"],
  [/^\/deployments\/(?<project>[^/]+)$/, Project, "Project"],
  [/^\/deployments\/(?<project>[^/]+)\/(?<id>[^/]+)$/, Deployment, "Deployment"],
  [/^\/test-sessions$/, TestSessions, "Test sessions"],
  [/^\/test-sessions\/(?<id>[^/]+)$/, TestSession, "Test session"],
  [/^\/settings$/, Settings, "Settings"],
];

export const PLACES = [
  [
    ["/", "Overview"],
    ["/monitors", "Monitors"],
    ["/groups", "Groups"],
    ["/alerts", "Alerts"],
    ["/channels", "Channels"],
    ["/on-call", "On-call schedules"],
    ["/objectives", "Objectives"],
  ],
  [
    ["/incidents", "Incidents"],
    ["/pages", "Status pages"],
    ["/maintenance", "Maintenance"],
  ],
  [
    ["/locations", "Locations"],
    ["/variables", "Variables"],
    ["/deployments", "Deployments"],
    ["/test-sessions", "Test sessions"],
  ],
  [
    ["/members", "Members"],
    ["/teams", "Teams"],
    ["/keys", "Keys"],
    ["/audit", "Audit log"],
    ["/deleted", "Deleted"],
    ["/settings", "Settings"],
    ["/profile", "Profile"],
  ],
];
