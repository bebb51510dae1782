-- What land two profiles share, computed once when a boundary is saved, so that looking at a profile computes nothing.
-- One row per pair whatever its status; null where the two are too tangled to be laid over each other. The keys name the
-- boundaries, not the profiles: whoever decides on a profile holds its row, and must not wait for a neighbour's save.
create table site_overlaps (
  site_profile_id integer not null,
  other_site_profile_id integer not null,
  overlap_ha numeric(14, 2),
  geometry jsonb,
  constraint site_overlaps_pkey primary key (site_profile_id, other_site_profile_id),
  constraint site_overlaps_order_check check (site_profile_id < other_site_profile_id),
  constraint site_overlaps_measured_check check ((overlap_ha is null) = (geometry is null)),
  constraint site_overlaps_site_fkey foreign key (site_profile_id) references site_boundaries (site_profile_id),
  constraint site_overlaps_other_fkey foreign key (other_site_profile_id) references site_boundaries (site_profile_id)
);
create index site_overlaps_other_idx on site_overlaps (other_site_profile_id);

-- How far the comparison with those around has come; what stands here already waits for the background. What was
-- checked beside the overlaps is kept with the warnings; null where nothing says so yet.
alter table site_boundaries
  add column overlap_state text not null default 'waiting',
  add column checks jsonb,
  add constraint site_boundaries_overlap_state_check check (overlap_state in ('waiting', 'measured', 'part', 'tangled'));
create index site_boundaries_waiting_idx on site_boundaries (site_profile_id) where overlap_state = 'waiting';

-- How much land two boundaries of one profile share, the one that was submitted and the one drawn after its return;
-- null where that could not be computed.
create table boundary_changes (
  site_profile_id integer not null,
  old_map_kml_id integer not null,
  new_map_kml_id integer not null,
  waiting boolean not null default true,
  shared_ha numeric(14, 2),
  constraint boundary_changes_pkey primary key (site_profile_id, old_map_kml_id, new_map_kml_id),
  constraint boundary_changes_site_fkey foreign key (site_profile_id) references site_boundaries (site_profile_id)
);
create index boundary_changes_waiting_idx on boundary_changes (site_profile_id) where waiting;

insert into boundary_changes (site_profile_id, old_map_kml_id, new_map_kml_id)
select distinct site_profile_id, old_map_kml_id, new_map_kml_id
from (
  select submitted.site_profile_id, submitted.map_kml_id as old_map_kml_id,
    coalesce(
      lead(submitted.map_kml_id) over (partition by submitted.site_profile_id order by submitted.round),
      site_boundaries.map_kml_id
    ) as new_map_kml_id
  from (
    select site_profile_id, round, (content -> 'map_kml' ->> 'id')::integer as map_kml_id
    from review_snapshots
    where site_profile_id in (select site_profile_id from replaced_boundaries)
  ) as submitted
  join site_boundaries on site_boundaries.site_profile_id = submitted.site_profile_id
) as changes
where old_map_kml_id <> new_map_kml_id;
