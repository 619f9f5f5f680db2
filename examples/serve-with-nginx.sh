#!/bin/sh
# Serves the directory FILES with nginx on ADDRESS:PORT, with its configuration and logs under the current directory.
# usage: serve-with-nginx.sh FILES ADDRESS PORT on|off
set -eu
files=$1 address=$2 port=$3 sendfile=$4
mkdir -p nginx
cat >nginx/nginx.conf <<END
daemon off;
master_process off;
pid nginx/nginx.pid;
error_log stderr;
events { }
http {
  access_log off;
  client_body_temp_path nginx/body;
  proxy_temp_path nginx/proxy;
  fastcgi_temp_path nginx/fastcgi;
  uwsgi_temp_path nginx/uwsgi;
  scgi_temp_path nginx/scgi;
  sendfile $sendfile;
  server {
    listen $address:$port;
    root $files;
  }
}
END
# What is in force, as nginx itself reads its configuration.
nginx -p "$PWD" -e stderr -c "$PWD/nginx/nginx.conf" -T 2>/dev/null | grep -E '^ *sendfile '
exec nginx -p "$PWD" -e stderr -c "$PWD/nginx/nginx.conf"
