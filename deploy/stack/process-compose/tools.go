//go:build tools

// Package tools pins the supervisor that deploy/stack builds.
package tools

import _ "github.com/f1bonacc1/process-compose/src"
