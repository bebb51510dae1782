-- The few deactivated records are counted and left out in every list: from now on without reading the records
-- themselves, which lie all over the table.
create index site_profiles_deactivated_idx on site_profiles (region_id, office_id)
  include (id, created_by, deactivated_by) where status = 'Deactivated';
create index site_activities_deactivated_idx on site_activities (region_id, office_id)
  include (site_status, created_by, deactivated_by) where status = 'Deactivated';
