-- Agents of private locations are instances that reach the service instead of the database.
--
-- agent_key: the key that an agent came with; null for an instance of the service. It refers to no
-- row, since a revoked key leaves its agents behind, fenced.
ALTER TABLE instances
  ADD COLUMN agent_key uuid,
  ADD COLUMN agent_version text,
  ADD COLUMN agent_protocol integer;
CREATE INDEX instances_of_key ON instances (agent_key)
  WHERE agent_key IS NOT NULL AND fenced_at IS NULL;
CREATE INDEX private_location_keys_hash ON private_location_keys (key_hash);

-- A revoked key fences its agents in the same transaction, so none of them writes a result after
-- that. The lock waits for what they are writing.
CREATE FUNCTION location_key_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM instances i WHERE i.agent_key = OLD.id AND i.fenced_at IS NULL
    ORDER BY i.id FOR UPDATE;
  UPDATE instances SET fenced_at = epoch_millis() WHERE agent_key = OLD.id AND fenced_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER location_key_revoked AFTER DELETE ON private_location_keys
  FOR EACH ROW EXECUTE FUNCTION location_key_revoked();
