package dev.belfry.statuspages.page;

import dev.belfry.api.contract.Field;

/**
 * What a status page is, apart from its cards.
 *
 * @param url last part of its address
 * @param customDomain host name of its own, null without one
 * @param redirectTo web address behind the logo, null without one
 * @param smsSubscribers whether readers may subscribe by text message
 * @param slackSubscribers whether readers may subscribe in Slack
 */
public record StatusPageSettings(
    Field<String> name,
    Field<String> url,
    Field<String> customDomain,
    Field<String> description,
    Field<String> logo,
    Field<String> logoDark,
    Field<String> favicon,
    Field<String> redirectTo,
    Field<PageTheme> defaultTheme,
    Field<PageColors> themeColors,
    Field<Boolean> isPrivate,
    Field<Boolean> smsSubscribers,
    Field<Boolean> slackSubscribers) {}
