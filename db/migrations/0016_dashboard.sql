-- What waits in the review chain and since when, read by the dashboard without touching the records themselves.
create index site_profiles_waiting_idx on site_profiles (region_id, office_id)
  include (province_id, created_by, site_status, penro_status, region_status, waiting_since, returned_at)
  where status = 'Activated' and site_status in ('Submitted', 'Returned');
create index site_activities_waiting_idx on site_activities (region_id, office_id)
  include (province_id, created_by, site_status, penro_status, region_status, waiting_since, returned_at)
  where status = 'Activated' and site_status in ('Submitted', 'Returned');

-- Final approvals by time; the profiles have theirs in site_profiles_approved_idx.
create index site_activities_approved_idx on site_activities (approved_at) include (site_profile_id)
  where site_status = 'Approved' and status = 'Activated';
