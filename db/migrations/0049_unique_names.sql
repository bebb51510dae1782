-- The same name twice cannot be, whatever its case and accents (ruling S-128). 0048 has brought stored names apart.
drop index roles_name_key;
create unique index roles_name_key on roles (access_level, search_form(name));
drop index offices_name_key;
create unique index offices_name_key on offices (region_id, search_form(name));
