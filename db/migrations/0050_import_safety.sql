-- What somebody must know of a table besides its findings, and how often an import was begun without getting further: one
-- that has ended the product twice is not taken up again (S-156).
alter table imports add column notices text[] not null default '{}';
alter table imports add column begun integer not null default 0;
