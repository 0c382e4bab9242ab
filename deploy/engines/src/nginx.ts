import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "./child.ts";
import { waitUntilOpen } from "./ports.ts";

type Options = {
  /** For its files. */
  folder: string;
  /** Port of the loopback address to listen on. */
  port: number;
  /** Ports of the loopback address to forward to, in turn. */
  upstreams: readonly number[];
  /** Further lines for the forwarding, such as headers. */
  settings?: readonly string[];
};

/** Starts an nginx that forwards everything; undefined if there is no nginx on PATH. */
export async function startNginx(options: Options): Promise<Child | undefined> {
  if (spawnSync("nginx", ["-v"]).error) return undefined;
  const { folder, port } = options;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(options));
  const args = ["-c", file, "-p", folder, "-e", join(folder, "error.log")];
  const child = await startChild({ command: "nginx", args, logFile: join(folder, "out.log") });
  await waitUntilOpen(port, 10_000, child.ended);
  return child;
}

/** A server that cannot be reached gets no request for a second, and its request goes to the next one. */
function configuration({ folder, port, upstreams, settings = [] }: Options): string {
  const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream} fail_timeout=1s;`);
  return `
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
  upstream service { ${servers.join(" ")} keepalive 128; keepalive_requests 10000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
${settings.map((line) => `      ${line}\n`).join("")}    }
  }
}
`;
}
