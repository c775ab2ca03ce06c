-- Emulates Citus's functions on plain PostgreSQL: a distributed table becomes a table partitioned by its distribution
-- column. PostgreSQL then requires the same of its keys as Citus, and its plans show which partitions a statement uses.

create table distributed_table (name text primary key);

create function citus_version() returns text language sql as $$ select 'emulation' $$;

-- The emulation moves the rows into the partitions: no copy of them stays behind.
create function truncate_local_data_after_distributing_table(regclass) returns void language sql as '';

create function create_distributed_table(
  table_name regclass, distribution_column text, colocate_with text default 'default'
) returns void language plpgsql as $$
declare
  name text := table_name::text;
  statement text;
  statements text[] := array(
    select format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = table_name and contype in ('p', 'u')
    union all
    select pg_get_indexdef(indexrelid) from pg_index
    where indrelid = table_name and not exists (select from pg_constraint where conindid = indexrelid)
  );
begin
  -- Citus rejects foreign keys to and from tables that stay on the coordinator.
  if exists (select from pg_constraint where contype = 'f' and table_name in (conrelid, confrelid)) then
    raise exception 'cannot create foreign key constraint of %', name;
  end if;
  execute format(
    'create table partitioned_draft (like %I including defaults) partition by hash (%I)', name, distribution_column
  );
  for part_number in 0..3 loop
    execute format(
      'create table %I partition of partitioned_draft for values with (modulus 4, remainder %s)',
      name || '_part' || part_number, part_number
    );
  end loop;
  execute format('insert into partitioned_draft select * from %I', name);
  execute format('drop table %I', name);
  execute format('alter table partitioned_draft rename to %I', name);
  foreach statement in array statements loop execute statement; end loop;
  insert into distributed_table values (name);
end $$;
