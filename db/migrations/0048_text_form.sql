-- Texts in the form in which they are taken in (ruling S-128); `lineForm` and `paragraphForm` of shared/lib/text-form.ts
-- say the same. Most texts are plain, which the first look at them says.
create function line_form(given text) returns text language sql immutable parallel safe as $$
  select case when given !~ '[^ -~]|^ |  | $' then given else
    btrim(regexp_replace(
      normalize(
        regexp_replace(
          given,
          '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'
        ), nfc
      ), '[\u0009-\u000d \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
    ), ' ') end
$$;
create function paragraph_form(given text) returns text language sql immutable parallel safe as $$
  select case when given !~ '[^ -~\n]| \n|^[ \n]|[ \n]$' then given else
    regexp_replace(regexp_replace(
      normalize(
        regexp_replace(
          regexp_replace(given, '\r\n?|[\u000b\u000c\u0085\u2028\u2029]', E'\n', 'g'),
          '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'
        ), nfc
      ), '[\u0009 \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+(?=\n)', '', 'g'
    ), '^[\u0009\n \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|[\u0009\n \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$', '', 'g')
  end
$$;

-- A name in that form. Of one that nobody can see nothing is left; one that would be too short stays as it is.
create function pg_temp.name_form(given text) returns text language sql immutable as $$
  select case when char_length(line_form(given)) >= 2 then line_form(given)
    when line_form(given) = '' then '(no name)' else given end
$$;

-- What changed of a name stands in the log, as done by nobody.
create function pg_temp.note_name(
  module text, record integer, code text, region integer, office integer, field text, old text, new text
) returns void language sql as $$
  insert into audit_logs (auditable_type, auditable_id, auditable_code, region_id, office_id, event, field_change)
  values (module, record, code, region, office, 'Updated',
    jsonb_build_array(jsonb_build_object('field', field, 'old', old, 'new', new)))
$$;

do $$
declare
  one record;
begin
  -- an address stays as it is where somebody else has it without its marks
  for one in
    select id, email as old, line_form(email) as new, region_id, office_id from users
    where email <> line_form(email) and line_form(email) like '%_@_%' order by id
  loop
    continue when exists (select from users where lower(email) = lower(one.new) and id <> one.id);
    update users set email = one.new where id = one.id;
    perform pg_temp.note_name('User Management', one.id, one.new, one.region_id, one.office_id, 'email', one.old, one.new);
  end loop;

  for one in
    select users.id, email, region_id, office_id, field, old, pg_temp.name_form(old) as new
    from users cross join lateral (
      values ('first_name', first_name), ('middle_name', middle_name), ('last_name', last_name)
    ) as name (field, old)
    where old <> pg_temp.name_form(old) order by users.id, field
  loop
    execute format('update users set %I = $1 where id = $2', one.field) using one.new, one.id;
    perform pg_temp.note_name(
      'User Management', one.id, one.email, one.region_id, one.office_id, one.field, one.old, one.new);
  end loop;

  for one in
    select id, code, region_id, office_id, name_of_partner as old, pg_temp.name_form(name_of_partner) as new
    from site_profiles where name_of_partner <> pg_temp.name_form(name_of_partner) order by id
  loop
    begin
      -- its activities take it over
      update site_profiles set name_of_partner = one.new where id = one.id;
      perform pg_temp.note_name(
        'Profiling of SITES', one.id, one.code, one.region_id, one.office_id, 'name_of_partner', one.old, one.new);
    -- a row from before a rule that it breaks stays as it is
    exception when check_violation or foreign_key_violation then null;
    end;
  end loop;
end
$$;

-- Names that must be unique are compared without case and accents; of two that are the same so, the later gets a number.
create function pg_temp.free_name(wanted text, longest integer, taken text[]) returns text language plpgsql as $$
declare
  free text := wanted;
  number integer := 1;
begin
  while search_form(free) = any (taken) loop
    number := number + 1;
    free := left(wanted, longest - 6) || ' (' || number || ')';
  end loop;
  return free;
end
$$;

do $$
declare
  one record;
  free text;
begin
  for one in
    select role.id, role.access_level, role.name, pg_temp.name_form(role.name) as formed from roles as role
    where role.name <> pg_temp.name_form(role.name) or exists (
      select from roles as other
      where other.access_level = role.access_level and other.id < role.id and search_form(other.name) = search_form(role.name)
    )
    order by role.id
  loop
    free := pg_temp.free_name(one.formed, 100, array(
      select search_form(name) from roles where access_level = one.access_level and id <> one.id
    ));
    continue when free = one.name;
    update roles set name = free where id = one.id;
    perform pg_temp.note_name('Role Management', one.id, free, null, null, 'name', one.name, free);
  end loop;

  for one in
    select office.id, office.region_id, office.name, pg_temp.name_form(office.name) as formed from offices as office
    where office.name <> pg_temp.name_form(office.name) or exists (
      select from offices as other
      where other.region_id = office.region_id and other.id < office.id and search_form(other.name) = search_form(office.name)
    )
    order by office.id
  loop
    free := pg_temp.free_name(one.formed, 100, array(
      select search_form(name) from offices where region_id = one.region_id and id <> one.id
    ));
    continue when free = one.name;
    update offices set name = free where id = one.id;
    perform pg_temp.note_name('User Management', null, free, one.region_id, one.id, 'office', one.name, free);
  end loop;
end
$$;

-- What is no name changes without a row in the log. Where nothing would be left it stays, and so does a row from before
-- a rule that it breaks.
do $$
declare
  part record;
  one record;
begin
  for part in
    select * from (values
      ('users', 'deactivate_reason', 'line_form', 1, 'true'),
      ('roles', 'deactivate_reason', 'line_form', 1, 'true'),
      ('site_profiles', 'deactivate_reason', 'line_form', 1, 'true'),
      ('site_profiles', 'implementation_arrangement_others', 'line_form', 1, 'true'),
      ('site_profiles', 'returned_reason', 'paragraph_form', 1, 'true'),
      ('site_activities', 'deactivate_reason', 'line_form', 1, 'true'),
      ('site_activities', 'returned_reason_1', 'paragraph_form', 1, 'true'),
      ('site_activities', 'returned_reason_2', 'paragraph_form', 1, 'true'),
      ('site_activities', 'returned_reason_3', 'paragraph_form', 1, 'true'),
      ('site_activities', 'returned_reason_4', 'paragraph_form', 1, 'true'),
      ('site_activities', 'returned_reason_5', 'paragraph_form', 1, 'true'),
      ('site_activities', 'returned_reason_6', 'paragraph_form', 1, 'true'),
      ('site_activities', 'returned_reason_7', 'paragraph_form', 1, 'true'),
      ('site_activities', 'returned_reason_8', 'paragraph_form', 1, 'true'),
      ('site_activity_statements', 'what_happened', 'paragraph_form', 1, 'true'),
      ('review_steps', 'comment', 'paragraph_form', 1, 'true'),
      ('site_criteria', 'title', 'line_form', 2, 'true'),
      ('site_criteria_indicators', 'title', 'line_form', 2, 'true'),
      ('indicator_figures', 'name', 'line_form', 2, 'true'),
      ('indicator_figures', 'unit', 'line_form', 1, 'true'),
      -- a frozen summary stays as it was frozen
      ('summaries', 'title', 'line_form', 2, 'frozen_at is null'),
      ('summary_texts', 'text', 'paragraph_form', 0,
        'exists (select from summaries where summaries.id = summary_id and frozen_at is null)')
    ) as part (stored, field, form, least, wanted)
  loop
    for one in execute format(
      'select ctid as place, %3$I(%2$I) as formed from %1$I where %2$I <> %3$I(%2$I) and char_length(%3$I(%2$I)) >= %4$s and %5$s',
      part.stored, part.field, part.form, part.least, part.wanted
    ) loop
      begin
        execute format('update %I set %I = $1 where ctid = $2', part.stored, part.field) using one.formed, one.place;
      exception when check_violation or unique_violation then null;
      end;
    end loop;
  end loop;
end
$$;
update review_steps set comments = (
    select jsonb_agg(one || jsonb_build_object('comment', paragraph_form(one ->> 'comment')) order by place)
    from jsonb_array_elements(comments) with ordinality as element (one, place)
  )
  where comments <> '[]' and exists (
    select from jsonb_array_elements(comments) as one where one ->> 'comment' <> paragraph_form(one ->> 'comment')
  );
