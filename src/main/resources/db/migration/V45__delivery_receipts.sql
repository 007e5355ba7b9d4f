-- What a sender keeps of a receiver's responses: where Slack has the message.
ALTER TABLE deliveries ADD COLUMN receipt text;
