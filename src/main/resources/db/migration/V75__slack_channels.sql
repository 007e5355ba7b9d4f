-- Null in place of the names of a Slack app's channels means none. Answers do not show it, so that it is
-- not stored any more.
UPDATE alert_channels
SET config = config - 'slackChannels'
WHERE config -> 'slackChannels' = 'null'::jsonb;
