import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "@orbline/engines/child";
import { freePort, waitUntilOpen } from "@orbline/engines/ports";
import { childPids } from "./proc.ts";

const configuration = ({ folder, port, upstreamPort }: Record<string, string | number>) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 10000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream service { server 127.0.0.1:${upstreamPort}; keepalive 128; keepalive_requests 10000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;

/** Starts an nginx that forwards everything to one upstream; undefined if there is no nginx on PATH. */
export async function startNginx({ dataDir, upstream }: { dataDir: string; upstream: number }) {
  if (spawnSync("nginx", ["-v"]).error) return undefined;
  const folder = join(dataDir, "nginx");
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration({ folder, port, upstreamPort: upstream }));
  const args = ["-c", file, "-p", folder, "-e", join(folder, "error.log")];
  const child = await startChild({ command: "nginx", args, logFile: join(folder, "out.log") });
  await waitUntilOpen(port, 10_000, child.ended);
  return { port, pids: [child.pid, ...childPids(child.pid)], stop: () => child.stop() };
}
