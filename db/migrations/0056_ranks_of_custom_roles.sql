-- The rank of a role that the bureau made itself follows from more keys than before (ruling S-131): it is an
-- administrator's only with every key that changes users and roles which its level's default Administrator holds. The log
-- says of each role whose rank became another. Nothing else is stored of a rank.
with keys as (
  select id, name,
    array(
      select key from unnest(permissions) as key
      where key ~ '^(user|role)_(create|edit|activate_deactivate|reset_password)$'
    ) as writes,
    case access_level
      when 'FMB' then array[
        'user_create', 'user_edit', 'user_activate_deactivate', 'user_reset_password',
        'role_create', 'role_edit', 'role_activate_deactivate'
      ]
      else array['user_create', 'user_edit', 'user_activate_deactivate', 'user_reset_password']
    end as of_administrator
  from roles where kind is null
)
insert into audit_logs (auditable_type, auditable_id, auditable_code, event, field_change, request_id)
select 'Role Management', id, name, 'Updated',
  '[{"field": "hierarchy_role", "old": "2", "new": "3"}]', 'migration 0056'
from keys where cardinality(writes) > 0 and not writes @> of_administrator
order by id;
