-- Run once by the database's own account, into an empty volume: the account the product works with. It owns its database
-- and nothing else, and no other account but the database's own comes into it.
\getenv password POSTGRES_PRODUCT_PASSWORD
create role safeguards login nosuperuser nocreatedb nocreaterole password :'password';
create database safeguards owner safeguards;
revoke connect, temporary on database safeguards from public;
revoke connect, temporary on database postgres from public;
revoke connect on database template1 from public;
