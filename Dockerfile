# Pennyrow as a service, for servers and NAS; docs/guide/installing.md says how to run and reach it.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY . .
# Without install scripts: the image has the Node that they would bring.
RUN npm ci --ignore-scripts && npm run build && node scripts/package/npm-package.ts
# Of the database what this processor loads, with nothing to compile it from.
RUN cd release/npm && mkdir -p node_modules/better-sqlite3/prebuilds && cp -R ../../node_modules/better-sqlite3/package.json ../../node_modules/better-sqlite3/LICENSE ../../node_modules/better-sqlite3/lib node_modules/better-sqlite3 && cp "../../node_modules/better-sqlite3/prebuilds/linux-$(node -p process.arch).node" node_modules/better-sqlite3/prebuilds

FROM debian:bookworm-slim
RUN useradd --uid 1000 --home-dir /data --no-create-home --shell /usr/sbin/nologin pennyrow && install -d -o 1000 -g 1000 -m 700 /data && ln -s /app/bin/pennyrow.js /usr/local/bin/pennyrow
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /build/release/npm /app
# By number, so that the engine can tell that it is not root.
USER 1000:1000
# The last has the C library give memory back as soon as it is free; it reads that once, at the start.
ENV HOME=/data PENNYROW_DATA_DIR=/data XDG_CACHE_HOME=/tmp/cache MALLOC_TRIM_THRESHOLD_=131072
VOLUME /data
HEALTHCHECK --interval=1m --timeout=10s --start-period=30s CMD ["node", "/app/bin/healthy.js"]
ENTRYPOINT ["pennyrow"]
CMD ["serve"]
