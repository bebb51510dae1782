-- Searches ignore accents and case in both directions (ruling S-126): what is searched and what is searched for are
-- both brought into this form. Plain ASCII, which is most of it, costs no more than small letters. Not strict, so that
-- the planner can write it out in place.
create function search_form(given text) returns text language sql immutable parallel safe as $$
  select case when octet_length(given) = char_length(given) then lower(given)
    else lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g')) end
$$;

drop index site_profiles_search_idx, site_activities_search_idx;
create index site_profiles_search_idx on site_profiles
  using gin (search_form(code || E'\n' || name_of_partner) gin_trgm_ops);
create index site_activities_search_idx on site_activities
  using gin (search_form(site_profile_code || E'\n' || site_profile_name) gin_trgm_ops);

-- The log keeps its search text ready made; it belongs to no seal, so it is made again.
create or replace function audit_search_text(texts text[], changes jsonb) returns text
language sql immutable parallel safe as $$
  select search_form(array_to_string(
    texts || array(select audit_change_text(change) from jsonb_array_elements(changes) as change),
    E'\n'
  ))
$$;
alter table audit_logs drop column search_text;
alter table audit_logs add column search_text text not null generated always as (
  audit_search_text(
    array[user_name, user_email, role_name, auditable_type, auditable_code, event], field_change
  )
) stored;
