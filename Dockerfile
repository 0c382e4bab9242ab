# One Dockerfile, one image per workspace:
#   docker build --target program --build-arg WORKSPACE=services/identity --build-arg READY_PORT=8101 .
# The programs run their TypeScript as in development; only the web app is built.

FROM node:24.21.0-bookworm-slim AS base

# What npm reads and nothing else, so that a change of code does not install anew.
FROM base AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

# One layer of dependencies that every image shares. Proxies come as Docker's own build arguments; a
# registry's credentials and the certificate of a proxy as secrets, which no layer keeps.
FROM base AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
ARG NPM_CONFIG_REGISTRY
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --omit=dev --include-workspace-root=false --workspace=gateway --workspace=services \
    --workspace=deploy/stripe-sandbox --workspace=deploy/mailbox

FROM base AS web
WORKDIR /app
COPY --from=manifests /app ./
ARG NPM_CONFIG_REGISTRY
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --include-workspace-root=false --workspace=web
COPY tsconfig.base.json ./
COPY proto proto
COPY web web
RUN npm run build --workspace=web

# The base image without shell, tools and package managers: Node and its libraries are left.
FROM base AS stripped
COPY deploy/docker/image/remove-tools.mjs /tmp/
# A named volume takes over the owner of the folder that it is mounted on.
RUN install --directory --owner=node --group=node /data
# Without a shell, because it deletes the shell too.
RUN ["node", "/tmp/remove-tools.mjs"]

# One layer, so that no layer below contains what was deleted.
FROM scratch AS runtime
COPY --from=stripped / /
ENV PATH=/usr/local/bin NODE_ENV=production

FROM runtime AS program
WORKDIR /app
COPY --from=dependencies /app ./
COPY deploy/docker/image/ready.mjs /usr/local/lib/ready.mjs
COPY proto proto
COPY services/kit services/kit
ARG WORKSPACE
COPY $WORKSPACE $WORKSPACE
# Where the program says that it serves.
ARG READY_PORT
ARG READY_PATH=/readyz
ENV READY_PORT=$READY_PORT READY_PATH=$READY_PATH
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 \
    CMD ["node", "/usr/local/lib/ready.mjs"]
WORKDIR /app/$WORKSPACE
# The user `node`. Kubernetes checks runAsNonRoot against a number.
USER 1000:1000
CMD ["node", "src/main.ts"]

# The gateway serves the web app as well.
FROM program AS gateway
COPY --from=web /app/web/dist /app/web/dist
