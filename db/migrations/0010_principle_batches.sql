-- The principle whose criteria a batch rewrote; null for the first batch, which came whole.
alter table principle_batches add column principle_number integer;
alter table principle_batches add constraint principle_batches_principle_check
  check (principle_number between 1 and 8);

-- How many activities in work stay on each batch.
create index site_activities_open_batch_idx on site_activities (principle_batch_number)
  where status = 'Activated' and site_status <> 'Approved';
