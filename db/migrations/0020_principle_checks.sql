-- The checklist of a principle: lines that a reviewer may say to have looked at. Frozen with the batch, like its criteria;
-- what was ticked is stored in words (`review_steps.looked`).
create table principle_checks (
  id integer generated always as identity primary key,
  sites_principle_id integer not null,
  position integer not null,
  text text not null,
  constraint principle_checks_position_check check (position between 1 and 10),
  constraint principle_checks_text_length check (char_length(text) between 2 and 200),
  constraint principle_checks_position_key unique (sites_principle_id, position),
  constraint principle_checks_principle_fkey foreign key (sites_principle_id) references site_principles (id)
);
