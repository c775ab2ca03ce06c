/** Name of the migrated database that tests clone. */
export const templateName = 'stockbook_template';
