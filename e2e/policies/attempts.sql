-- Tries each statement by itself, and takes back what it has written. What updates and inserts are to
-- write are rows of the table `source`.
CREATE FUNCTION attempts(name text, columns text, old int[], new int[], made int[])
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  seen int[]; locked int[]; deleted int[]; changed int[]; inserted int[]; n int;
BEGIN
  EXECUTE format('SELECT array_agg(id) FROM %I', name) INTO seen;
  EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM %I FOR UPDATE) l', name) INTO locked;
  BEGIN
    EXECUTE format('WITH d AS (DELETE FROM %I RETURNING id) SELECT array_agg(id) FROM d', name)
      INTO deleted;
    RAISE SQLSTATE 'RB001';
  EXCEPTION WHEN SQLSTATE 'RB001' THEN NULL;
  END;
  FOR i IN 1 .. array_length(old, 1) LOOP
    BEGIN
      EXECUTE format(
        'UPDATE %I t SET (%s) = (SELECT %s FROM source s WHERE s.id = $1) WHERE t.id = $2',
        name, columns, columns
      ) USING new[i], old[i];
      GET DIAGNOSTICS n = ROW_COUNT;
      IF n = 1 THEN changed := changed || new[i]; END IF;
      RAISE SQLSTATE 'RB001';
    EXCEPTION WHEN SQLSTATE 'RB001' THEN NULL; WHEN insufficient_privilege THEN NULL;
    END;
  END LOOP;
  FOR i IN 1 .. array_length(made, 1) LOOP
    BEGIN
      EXECUTE format(
        'INSERT INTO %I (id, %s) SELECT s.id, %s FROM source s WHERE s.id = $1',
        name, columns, columns
      ) USING made[i];
      inserted := inserted || made[i];
      RAISE SQLSTATE 'RB001';
    EXCEPTION WHEN SQLSTATE 'RB001' THEN NULL; WHEN insufficient_privilege THEN NULL;
    END;
  END LOOP;
  RETURN jsonb_build_object(
    'read', seen, 'lock', locked, 'delete', deleted, 'update', changed, 'insert', inserted
  );
END $$;
