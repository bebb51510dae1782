-- The name of the figure of the same indicator that this one is a part of, such as women of participants.
alter table indicator_figures add column part_of text;
alter table indicator_figures add constraint indicator_figures_part_check
  check (part_of is null or lower(part_of) <> lower(name));
update indicator_figures set part_of = known.whole
from (values
  ('Women among the participants', 'Participants'),
  ('Indigenous people among the participants', 'Participants'),
  ('Women trained', 'People trained'),
  ('Grievances resolved', 'Grievances received')
) as known (part, whole)
where indicator_figures.name = known.part and exists (
  select from indicator_figures as other
  where other.sites_criteria_indicator_id = indicator_figures.sites_criteria_indicator_id and other.name = known.whole
);
