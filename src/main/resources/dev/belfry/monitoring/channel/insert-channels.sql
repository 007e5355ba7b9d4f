-- Creates the channels of many requests with their subscriptions. A request beyond the quota is left
-- out, and so is one that names a check or group which its account lacks or another transaction has
-- locked. {requested} is requested-subscriptions.sql; {columns} and {from} are those of ChannelStore.
WITH acting AS MATERIALIZED (
  SELECT set_config('belfry.acting', $8, true),
      set_config('belfry.acting_on', 'alert_channels', true)),
asked AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY number) AS rank
    FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[],
      $7::text[]) WITH ORDINALITY
    AS a (account_id, id, type, config, settings, at, subscriptions, number)),
room AS MATERIALIZED (
  SELECT d.account_id, quota_room(d.account_id, 'channels') AS n
    FROM (SELECT DISTINCT a.account_id FROM asked a OFFSET 0) AS d),
{requested},
fit AS MATERIALIZED (
  SELECT a.* FROM asked a
    WHERE a.rank <= (SELECT r.n FROM room r WHERE r.account_id = a.account_id)
      AND NOT EXISTS (SELECT FROM requested r
          LEFT JOIN checked c ON c.account_id = r.account_id AND c.id = r.check_id
          LEFT JOIN grouped g ON g.account_id = r.account_id AND g.id = r.group_id
        WHERE r.id = a.id AND c.id IS NULL AND g.id IS NULL)),
made AS (
  INSERT INTO alert_channels (id, account_id, type, config, settings, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT f.id, f.account_id, f.type, f.config::jsonb, f.settings::jsonb, f.at
      FROM fit f CROSS JOIN acting
    RETURNING alert_channels.*),
put AS (
  INSERT INTO alert_channel_subscriptions AS s (account_id, channel_id, check_id, group_id, activated)
    SELECT f.account_id, f.id, r.check_id, r.group_id, r.activated
      FROM fit f JOIN requested r ON r.id = f.id CROSS JOIN acting ORDER BY f.id, r.position
    RETURNING s.*),
a AS (SELECT m.*, f.subscriptions, f.number FROM made m JOIN fit f ON f.id = m.id)
SELECT {columns}, a.number {from}
