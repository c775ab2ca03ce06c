import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../../docs/openapi.json',
  output: { path: 'src/generated', module: { extension: '.ts' } },
  logs: { level: 'warn', file: false },
  plugins: [
    { name: '@hey-api/client-fetch', throwOnError: true },
    '@hey-api/typescript',
    {
      name: '@hey-api/sdk',
      operations: { strategy: 'single', containerName: 'Stockbook', methods: 'instance' },
    },
  ],
});
