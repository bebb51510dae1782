-- The revision at which texts and figures of last time were taken over: it can be undone while nothing was saved since.
alter table site_activities add column taken_over_revision integer;
