import { config } from 'zod';

// The content security policy forbids `eval`; zod's attempt to use it would be reported as a violation.
config({ jitless: true });
