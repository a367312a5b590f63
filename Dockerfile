# One image for every role. Its start command runs all of them in one process; compose.yaml runs one process a role.
#   docker build -t parley .
#   docker run --rm --init -p 3000:3000 -e NODE_ENV=development parley     # the demo, on an embedded PostgreSQL; no -t
FROM node:24-bookworm-slim AS build
WORKDIR /parley
# What decides about the packages comes first, so that a change of code does not fetch them again.
COPY package.json package-lock.json .npmrc ./
COPY apps/console/package.json apps/console/
COPY apps/designer/package.json apps/designer/
COPY apps/server/package.json apps/server/
COPY apps/widget/package.json apps/widget/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/hours/package.json packages/hours/
COPY packages/journey/package.json packages/journey/
COPY packages/nlu/package.json packages/nlu/
COPY packages/routing/package.json packages/routing/
COPY packages/ui/package.json packages/ui/
COPY packages/vendors/package.json packages/vendors/
RUN npm ci
COPY . .
RUN npm run build
# The console, the designer and the widget are built: without their lists, prune keeps what the server needs alone (about 290 MB of 1.2 GB).
RUN rm -rf apps/console/package.json apps/designer/package.json apps/widget/package.json packages/client packages/ui && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /parley
# Owned by root: the program cannot change its own code.
COPY --from=build /parley/package.json ./
COPY --from=build /parley/node_modules node_modules
COPY --from=build /parley/packages packages
COPY --from=build /parley/apps/server apps/server
COPY --from=build /parley/apps/console/dist apps/console/dist
COPY --from=build /parley/apps/designer/dist apps/designer/dist
COPY --from=build /parley/apps/widget/dist apps/widget/dist
COPY deploy/with-secrets.sh /usr/local/bin/with-secrets
RUN chmod 755 /usr/local/bin/with-secrets && install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
# Ready is who can serve; /health says only that the process is up, which Docker sees by itself.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["with-secrets"]
CMD ["node", "apps/server/src/main.ts"]
