-- Which mails about records a person wants (S-117); null follows the bureau's setting. The day in Manila of the last
-- day's mail is set in the transaction that queues it, so that a job that runs twice, or on two servers, sends one.
alter table users
  add column mail_choice text constraint users_mail_choice_check check (mail_choice in ('each', 'daily', 'off')),
  add column daily_mail_on text;
