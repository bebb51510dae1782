-- What of the public log has left the house, and to whom (docs/decisions/045-public-log.md).

-- The checkpoint that holds a closed day in Manila wholly: mailed once, and stamped with a time by somebody else.
create table log_days (
  day date not null,
  size bigint not null,
  checkpoint text not null,
  made_at timestamptz not null,
  -- how many addresses it was mailed to
  mailed integer not null,
  -- what the stamp says; null as long as there is none
  stamped_at timestamptz,
  stamp_fault text,
  constraint log_days_pkey primary key (day),
  constraint log_days_size_check check (size > 0),
  constraint log_days_stamp_check check (stamped_at is null or stamp_fault is null)
);

-- The last checkpoint that each witness has co-signed, and what is wrong with it in one sentence.
create table log_witnesses (
  -- the key as it is set, so that another key is another witness
  key text not null,
  asked_at timestamptz not null,
  size bigint,
  checkpoint text,
  cosignature text,
  cosigned_at timestamptz,
  fault text,
  constraint log_witnesses_pkey primary key (key),
  constraint log_witnesses_cosigned_check check (num_nulls(size, checkpoint, cosignature, cosigned_at) in (0, 4))
);
