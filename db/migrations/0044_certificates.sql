-- Certificates of approved records (docs/decisions/046-certificate.md): what each code was printed with. One per record
-- and content, so that opening one again adds nothing.
create table certificates (
  code text not null,
  site_activity_id integer not null,
  -- what the page says, as JSON, and the SHA-256 of that text
  content text not null,
  sha256 text not null,
  issued_at timestamptz not null,
  -- the first one that holds the approval; it may come a little later than the certificate
  log_checkpoint text,
  constraint certificates_pkey primary key (code),
  constraint certificates_site_activity_id_fkey foreign key (site_activity_id) references site_activities (id),
  constraint certificates_content_key unique (site_activity_id, sha256),
  constraint certificates_code_check check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  constraint certificates_sha256_check check (sha256 ~ '^[0-9a-f]{64}$')
);

-- A code says for ever what it was printed with; a checkpoint may still join it.
create function certificates_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.log_checkpoint is null
    and (new.code, new.site_activity_id, new.content, new.sha256, new.issued_at)
      is not distinct from (old.code, old.site_activity_id, old.content, old.sha256, old.issued_at) then
    return new;
  end if;
  raise exception 'certificates are never changed or removed' using errcode = 'restrict_violation';
end
$$;
create trigger certificates_no_change before update or delete on certificates
  for each row execute function certificates_are_final();
create trigger certificates_no_truncate before truncate on certificates
  for each statement execute function certificates_are_final();
