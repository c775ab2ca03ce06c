import { config } from 'zod';

// The content security policy forbids compiling code at run time, which zod would try, and the browser report.
config({ jitless: true });
