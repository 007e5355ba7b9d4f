-- Where the shards of ICMP monitors are, which instances ask for while only some may ping.
CREATE INDEX checks_pinging ON checks (shard_of(id)) WHERE check_type = 'ICMP';
