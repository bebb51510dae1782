-- True from an administrator's reset until the person sets a password of their own, so that they are reminded (S-14).
alter table users add column password_is_generated boolean not null default false;
