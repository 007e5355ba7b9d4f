package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The status page incident that a check opens with its alert and resolves with its recovery
 * (specification, "TriggerIncident object").
 *
 * @param serviceId GUID of the status page service the incident is about
 * @param notifySubscribers whether subscribers are told when it is opened
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record TriggerIncident(
    @JsonProperty(value = "serviceId", required = true) String serviceId,
    @JsonProperty(value = "severity", required = true) Severity severity,
    @JsonProperty(value = "name", required = true) String name,
    @JsonProperty(value = "description", required = true) String description,
    boolean notifySubscribers) {}
