internal import GRDB
func w() -> DatabaseQueue { fatalError() }
