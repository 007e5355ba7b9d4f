package dev.belfry.statuspages.page;

import dev.belfry.api.contract.Field;

/** A status page service as a body describes it. */
record ServiceDraft(Field<String> name) {}
