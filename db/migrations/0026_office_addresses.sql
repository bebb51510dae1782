-- Where an office is, as FMB has entered it: public, at the end of each record that the office entered.
alter table offices add column address text;
alter table offices add constraint offices_address_check check (length(address) between 1 and 300);
