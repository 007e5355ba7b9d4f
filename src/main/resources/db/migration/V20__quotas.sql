-- Scopes of keys: a key that administers may make and revoke keys. All keys could until now, and
-- programs of the version before make such keys still, hence the default.
ALTER TABLE api_keys
  ADD COLUMN administers boolean NOT NULL DEFAULT true,
  ADD COLUMN made_by uuid;
CREATE INDEX api_keys_made_by ON api_keys (made_by) WHERE made_by IS NOT NULL;

-- Revokes a key and those made with it, level by level. Who makes a key holds the row of its maker
-- meanwhile, so that the next level is complete once this one is locked.
CREATE FUNCTION revoke_key_tree(of_account uuid, root uuid) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  level uuid[] := ARRAY[root];
  step integer;
  revoked integer := 0;
BEGIN
  WHILE level <> '{}' LOOP
    PERFORM FROM api_keys k WHERE k.id = ANY (level) AND k.account_id = of_account
      ORDER BY k.id FOR NO KEY UPDATE;
    UPDATE api_keys k SET revoked_at = now()
      WHERE k.id = ANY (level) AND k.account_id = of_account AND k.revoked_at IS NULL;
    GET DIAGNOSTICS step = ROW_COUNT;
    revoked := revoked + step;
    level := ARRAY(SELECT k.id FROM api_keys k
      WHERE k.made_by = ANY (level) AND k.account_id = of_account);
  END LOOP;
  RETURN revoked;
END $$;

-- The audit log shows the scope as the API does.
DO $$
DECLARE
  before text := pg_get_functiondef('audit_row_document(text, jsonb)'::regprocedure);
  after text := replace(before, $old$'scope', r -> 'scope',$old$,
    $new$'scope', CASE WHEN r -> 'scope' = '"write"' AND r -> 'administers' = 'true'
          THEN '"admin"' ELSE r -> 'scope' END,$new$);
BEGIN
  ASSERT after <> before, 'audit_row_document has changed';
  EXECUTE after;
END $$;
