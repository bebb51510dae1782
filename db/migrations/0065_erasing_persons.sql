-- Erasing takes persons, not facts: of an erased row the parts that stay are kept as a proof shows them, with their own
-- salts and the hashes of the others. Rows that were erased before have nothing kept.
alter table audit_erasures add column kept jsonb;

-- The facts of a row, as FACT_FIELDS of server/public-log/entry.ts has them. No field may join or leave: that would be
-- another form of entries.
create function audit_facts(module text, changes jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(change order by place), '[]')
  from jsonb_array_elements(changes) with ordinality as element (change, place)
  where module in ('Profiling of SITES', 'SITES Activities', 'Summary of Information', 'System')
    and change ->> 'field' in (
      'penro_status', 'region_status', 'fmb_status', 'site_status', 'status',
      'principle_number_1', 'principle_number_2', 'principle_number_3', 'principle_number_4',
      'principle_number_5', 'principle_number_6', 'principle_number_7', 'principle_number_8',
      'code', 'name_of_partner', 'region_id', 'province_id', 'city_id', 'project_area', 'year_implemented',
      'project_year_start', 'project_year_end', 'emission_from_deforestation_area',
      'emission_from_forest_degradation_area', 'conservation_forest_carbon_stocks_area',
      'enhancement_forest_carbon_stocks_area', 'sustainable_management_of_forest_area',
      'redd_eligible_activities_area', 'approved_at', 'map_sha256',
      'site_profile_id', 'reporting_year', 'principle_batch_number', 'disabled_principle', 'disabled_indicator',
      'figures', 'statements_sha256', 'evidence_sha256',
      'file_id', 'size', 'sha256', 'certificate', 'issued_at', 'records', 'files', 'crosswalk_version', 'row'
    )
$$;

-- Of a row that is noted there nothing may become of it but this, and once: its persons and words go, its facts stay. Of a
-- row of form 1 all changes have one hash, so they stay together where none of them is of a person, or go together.
create or replace function audit_logs_are_erased_only() returns trigger language plpgsql as $$
declare
  mark constant jsonb := '[{"field": "content_erased", "old": null, "new": null}]';
  is_about_record constant boolean := old.auditable_type in (
    'Profiling of SITES', 'SITES Activities', 'Summary of Information', 'System'
  );
  stays jsonb := audit_facts(old.auditable_type, old.field_change);
begin
  if (select form from log_entries where audit_log_id = old.id) = 1 then
    stays := case when is_about_record and not exists (
      select from jsonb_array_elements(old.field_change) as change
      where audit_facts(old.auditable_type, jsonb_build_array(change)) = '[]'
        and change ->> 'field' is distinct from 'returned_by'
    ) then old.field_change else '[]' end;
  end if;
  if tg_op = 'UPDATE' and not old.field_change @> mark
    and exists (select from audit_erasures where audit_log_id = old.id and kept is not null)
    and (new.id, new.created_at, new.access_level, new.region_id, new.office_id, new.auditable_type,
      new.auditable_id, new.auditable_code, new.event, new.field_change)
      is not distinct from
      (old.id, old.created_at, old.access_level, old.region_id, old.office_id, old.auditable_type,
      old.auditable_id, case when is_about_record then old.auditable_code end, old.event, stays || mark)
    and num_nonnulls(
      new.user_id, new.user_name, new.user_email, new.role_name, new.network_address, new.request_id
    ) = 0
  then
    return new;
  end if;
  raise exception 'audit rows are never changed or removed' using errcode = 'restrict_violation';
end
$$;

-- A step of a record whose row was erased has no comment any more. What is noted of a row is never removed, so no key
-- and no index is needed to it, which each step would write.
alter table review_steps
  add column erased_row bigint,
  drop constraint review_steps_comment_check,
  add constraint review_steps_comment_check check (
    ((action = 'Returned') = (comment is not null or jsonb_array_length(comments) > 0))
    or (erased_row is not null and comment is null and comments = '[]')
  ) not valid;
