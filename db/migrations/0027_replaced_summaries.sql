-- A published summary that a newer one of its year has replaced stays public at an address of its own.
alter table summaries
  add column replaced_at timestamptz,
  add column replaced_by integer,
  add constraint summaries_replaced_by_fkey foreign key (replaced_by) references summaries (id),
  add constraint summaries_replaced_check check (
    (replaced_at is null) = (replaced_by is null)
    and (replaced_at is null or (frozen_at is not null and published_at is null and withdrawn_at is null))
  );
create index summaries_replaced_by_idx on summaries (replaced_by);
