-- Where an office is, as FMB has entered it: public, at the end of each record that the office entered.
alter table offices add column address text;
-- whether a published summary names the evidence files of the office
alter table offices add column file_names_public boolean not null default false;
alter table offices add constraint offices_address_check check (length(address) between 1 and 300);
