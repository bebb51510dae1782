-- When a submission was last taken back (S-146). A record is called recalled as long as it is with its encoder and no
-- return has followed; each submission empties the column. No check says so: the release before leaves the column as it is.
alter table site_profiles add column recalled_at timestamptz;
alter table site_activities add column recalled_at timestamptz;

-- those that were recalled before, as long as nothing has followed
with last as (
  select distinct on (site_profile_id, site_activity_id) site_profile_id, site_activity_id, action, at
  from review_steps
  where (site_profile_id in (select site_profile_id from review_steps where action = 'Recalled')
    or site_activity_id in (select site_activity_id from review_steps where action = 'Recalled'))
  order by site_profile_id, site_activity_id, id desc
), profiles as (
  update site_profiles set recalled_at = last.at
  from last where last.site_profile_id = site_profiles.id and last.action = 'Recalled'
)
update site_activities set recalled_at = last.at
from last where last.site_activity_id = site_activities.id and last.action = 'Recalled';
