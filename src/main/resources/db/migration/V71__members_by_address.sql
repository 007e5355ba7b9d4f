-- Returns the member of an account whose e-mail address a text is, in any case and with blanks
-- around it; no row without one.
CREATE FUNCTION member_by_email(account uuid, address text) RETURNS TABLE (id uuid, name text)
LANGUAGE sql STABLE AS $$
  SELECT u.id, u.name FROM users u JOIN memberships m ON m.user_id = u.id AND m.account_id = account
  WHERE u.email = lower(btrim(address)) $$;
