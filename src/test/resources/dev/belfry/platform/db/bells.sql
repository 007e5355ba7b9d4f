-- Each bell, in the order of names.
SELECT name, '--' AS line

  -- Towers come later.
  FROM bell
  ORDER BY name
